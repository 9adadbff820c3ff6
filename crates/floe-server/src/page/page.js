// A small page that needs no build: find a table, sit down, type moves, watch.
const main = document.getElementById("main");
const make = (tag, props = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...children);
  return element;
};
const call = async (method, path, body) => {
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const answer = response.status === 204 ? null : await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
};
const sitter = (seat) =>
  seat.kind === "open" ? "(free)" : seat.kind === "engine" ? `engine ${seat.level}` : seat.name;

// One connection for everything; it reconnects automatically and resumes from the version it has.
class Line {
  constructor(hear) {
    this.hear = hear;
    this.waits = 500;
    this.next = 1;
    this.open();
  }
  open() {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`);
    this.socket.onmessage = (message) => this.hear(JSON.parse(message.data), this);
    this.socket.onclose = () => setTimeout(() => this.open(), (this.waits = Math.min(this.waits * 2, 10000)));
    this.socket.onopen = () => (this.waits = 500);
  }
  say(words) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ id: this.next++, ...words }));
  }
}

const home = async () => {
  const games = await call("GET", "/api/games");
  const error = make("p", { className: "error" });
  const choose = make("select", { name: "game" }, ...games.map((game) => make("option", { value: game.id }, game.name)));
  const level = make("select", { name: "level" }, make("option", { value: "" }, "a friend, or anyone"),
    ...["random", "greedy", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((l) => make("option", { value: l }, `engine ${l}`)));
  level.value = "3";
  const clock = make("input", { name: "clock", placeholder: "none, 300+5, 3d", size: 14 });
  const form = make("form", {},
    make("label", {}, "Game", choose), make("label", {}, "Against", level), make("label", {}, "Clock", clock),
    make("button", {}, "Play"));
  form.onsubmit = async (event) => {
    event.preventDefault();
    try {
      const seats = level.value ? [{ kind: "me" }, { kind: "engine", level: level.value }] : undefined;
      const table = await call("POST", "/api/tables", { game: choose.value, clock: clock.value || undefined, seats });
      location.href = `/t/${table.id}`;
    } catch (problem) {
      error.textContent = problem.message;
    }
  };
  const rows = make("tbody");
  const nobody = make("p", {}, "No open tables right now. Create one, and it is listed here.");
  const draw = (open) => (nobody.hidden = open.length > 0) | rows.replaceChildren(...open.map((row) => make("tr", {},
    make("td", {}, make("a", { href: `/t/${row.id}` }, row.game)), make("td", {}, row.seats.map(sitter).join(", ")),
    make("td", {}, row.clock ?? "no clock"), make("td", {}, row.rated ? "rated" : "casual"))));
  main.replaceChildren(make("h1", {}, "Play"), form, error, make("h2", {}, "Waiting for players"),
    make("table", {}, rows), nobody);
  let open = [];
  new Line((told, line) => {
    if (told.is === "hello") line.say({ do: "lobby", on: true });
    if (told.is === "lobby") open = told.open;
    if (told.is === "lobby_change")
      open = [...(told.row ? [told.row] : []), ...open.filter((row) => row.id !== told.id)];
    if (told.is.startsWith("lobby")) draw(open);
  });
};

const table = (id) => {
  let state = null;
  const error = make("p", { className: "error" });
  const result = make("p", { className: "turn" });
  const title = make("h1", {}, "…");
  const seats = make("div", { className: "row" });
  const board = make("pre", { className: "board" });
  const text = make("input", { placeholder: "your move", autocomplete: "off", size: 24 });
  text.setAttribute("list", "legal");
  text.setAttribute("aria-label", "your move");
  const legal = make("datalist", { id: "legal" });
  const log = make("ol", { className: "log" });
  const form = make("form", { hidden: true }, text, legal, make("button", {}, "Move"));
  const acts = make("div", { className: "row" });
  const line = new Line((told) => {
    if (told.is === "hello") line.say({ do: "watch", table: id, from: state?.version, legal: true });
    if (told.is === "refused") error.textContent = told.error.message;
    if (told.is === "ok") error.textContent = "";
    if (told.is === "state") state = told;
    if (told.is === "news" && state) {
      if (told.from > state.version) return line.say({ do: "watch", table: id, legal: true });
      state.version = told.version;
      state.now = told.now;
      for (const entry of told.entries) {
        if (entry.e === "sat") state.seats[entry.seat] = entry.who;
        if (entry.e === "game") state.events.push(entry.event);
        if (entry.e === "taken_back") state.events.length = entry.keep;
        if (entry.e === "followed") state.followed = entry.table;
        // The occupants have changed, and with them what may be seen.
        if (["sat", "left", "replaced", "began"].includes(entry.e)) line.say({ do: "watch", table: id, legal: true });
      }
      for (const [number, event] of told.shown ?? []) state.events[number] = event;
    }
    if (state && (told.is === "state" || told.is === "news")) draw();
  });
  const act = (word) => make("button", { type: "button", onclick: () => line.say({ do: "act", table: id, act: word }) }, word);
  const draw = () => {
    const { now } = state;
    title.textContent = state.game;
    seats.replaceChildren(...state.seats.map((seat, number) => make("span", { className: now.turn === number ? "turn" : "" },
      `${number}: ${sitter(seat)}${state.yours.includes(number) ? " (you)" : ""} ${now.scores[number] ?? ""}` +
      `${now.clocks[number] ? ` ${Math.round(now.clocks[number].left_ms / 1000)} s` : ""}`)));
    result.textContent = now.result ? `Over: ${now.result.reason}; won by ${now.result.winners.map((seat) => `seat ${seat}`).join(", ") || "no one"}.` : "";
    if (!now.position) board.textContent = "waiting for players";
    else fetch(`/api/tables/${id}/diagram`).then(async (drawn) => drawn.ok && (board.textContent = await drawn.text()));
    legal.replaceChildren(...(now.legal ?? []).slice(0, 400).map((move) => make("option", { value: move })));
    log.replaceChildren(...state.events.map((event) => make("li", {},
      event.move === null ? `${event.by}: face down` : event.move ? `${event.by}: ${event.move}` : event.action ? `${event.by}: ${event.action}` : JSON.stringify(event))));
    log.scrollTop = log.scrollHeight;
    form.hidden = !state.yours.includes(now.turn);
    const sit = make("button", { type: "button", onclick: () => line.say({ do: "sit", table: id }) }, "sit down");
    const words = now.stage === "live" ? ["resign", "stop?", "accept", "refuse", "takeback?", "takeback", "no-takeback", "abort"] : ["rematch"];
    acts.replaceChildren(...(now.stage === "open" && state.yours.length === 0 ? [sit] : []),
      ...(state.yours.length ? words.map(act) : []),
      ...(state.followed ? [make("a", { href: `/t/${state.followed}` }, "next game")] : []));
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    line.say({ do: "move", table: id, at: state.version, move: text.value });
    text.value = "";
  };
  main.replaceChildren(title, seats, board, form, error, result, acts, log);
};

const me = await call("POST", "/api/guests");
document.getElementById("who").textContent = me.name;
const at = location.pathname.match(/^\/t\/([a-z0-9]+)$/);
await (at ? table(at[1]) : home());
