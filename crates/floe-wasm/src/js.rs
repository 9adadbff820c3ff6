//! The interface to JavaScript.

use std::cell::RefCell;
use std::time::Duration;

use floe_engine::Timer;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::{CallContext, handle_call, refusal_json};

#[wasm_bindgen]
extern "C" {
    /// A function that receives progress reports of a call.
    #[derive(Clone)]
    #[wasm_bindgen(typescript_type = "(json: string) => void")]
    pub type Listener;

    #[wasm_bindgen(method, catch)]
    fn call(listener: &Listener, this: &JsValue, progress: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The browser's clock, from its creation on.
struct Elapsed(f64);

impl Timer for Elapsed {
    fn elapsed(&self) -> Duration {
        Duration::from_secs_f64((now() - self.0).max(0.0) / 1000.0)
    }
}

thread_local! {
    /// The listener during a call. As far as the types know, engines report from any thread; here there is only one.
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

fn clock() -> Box<dyn Timer> {
    Box::new(Elapsed(now()))
}

fn report_progress(json: &str) {
    let listener = LISTENER.with_borrow(Clone::clone);
    if let Some(listener) = listener {
        // A listener that throws is ignored: the call continues.
        let _ = listener.call(&JsValue::NULL, json);
    }
}

/// Handles a call, or throws a refusal as JSON. During long calls `on_progress` receives progress reports as JSON.
#[wasm_bindgen]
pub fn call(name: &str, json: &str, on_progress: Option<Listener>) -> Result<String, JsValue> {
    let before = LISTENER.replace(on_progress);
    let answer = handle_call(name, json, &CallContext { clock: &clock, on_progress: &report_progress });
    LISTENER.set(before);
    answer.map_err(|refusal| JsValue::from_str(&refusal_json(refusal)))
}
