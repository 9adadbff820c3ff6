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
const occupant = (seat) =>
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
    make("td", {}, make("a", { href: `/t/${row.id}` }, row.game)), make("td", {}, row.seats.map(occupant).join(", ")),
    make("td", {}, row.clock ?? "no clock"), make("td", {}, row.rated ? "rated" : "casual"))));
  main.replaceChildren(make("h1", {}, "Play"), form, error, make("h2", {}, "Waiting for players"),
    make("table", {}, rows), nobody);
  let open = [];
  new Line((message, line) => {
    if (message.type === "hello") line.say({ type: "lobby", on: true });
    if (message.type === "lobby") open = message.open;
    if (message.type === "lobby_change")
      open = [...(message.row ? [message.row] : []), ...open.filter((row) => row.id !== message.id)];
    if (message.type.startsWith("lobby")) draw(open);
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
  const line = new Line((message) => {
    if (message.type === "hello") line.say({ type: "watch", table: id, from: state?.version, legal: true });
    if (message.type === "error") error.textContent = message.error.message;
    if (message.type === "ok") error.textContent = "";
    if (message.type === "state") state = message;
    if (message.type === "update" && state) {
      if (message.from > state.version) return line.say({ type: "watch", table: id, legal: true });
      state.version = message.version;
      state.status = message.status;
      for (const entry of message.entries) {
        if (entry.type === "seated") state.seats[entry.seat] = entry.who;
        if (entry.type === "game") state.events.push(entry.event);
        if (entry.type === "taken_back") state.events.length = entry.keep;
        if (entry.type === "rematch_created") state.next_table = entry.table;
        // The occupants have changed, and with them what may be seen.
        if (["seated", "left", "replaced", "started"].includes(entry.type)) line.say({ type: "watch", table: id, legal: true });
      }
      for (const [number, event] of message.revealed ?? []) state.events[number] = event;
    }
    if (state && (message.type === "state" || message.type === "update")) draw();
  });
  const act = (word) => make("button", { type: "button", onclick: () => line.say({ type: "act", table: id, act: word }) }, word);
  const draw = () => {
    const now = state.status;
    title.textContent = state.game;
    seats.replaceChildren(...state.seats.map((seat, number) => make("span", { className: now.turn === number ? "turn" : "" },
      `${number}: ${occupant(seat)}${state.your_seats.includes(number) ? " (you)" : ""} ${now.scores[number] ?? ""}` +
      `${now.clocks[number] ? ` ${Math.round(now.clocks[number].left_ms / 1000)} s` : ""}`)));
    result.textContent = now.result ? `Over: ${now.result.reason}; won by ${now.result.winners.map((seat) => `seat ${seat}`).join(", ") || "no one"}.` : "";
    if (!now.position) board.textContent = "waiting for players";
    else fetch(`/api/tables/${id}/diagram`).then(async (drawn) => drawn.ok && (board.textContent = await drawn.text()));
    legal.replaceChildren(...(now.legal ?? []).slice(0, 400).map((move) => make("option", { value: move })));
    log.replaceChildren(...state.events.map((event) => make("li", {},
      event.move === null ? `${event.by}: face down` : event.move ? `${event.by}: ${event.move}` : event.action ? `${event.by}: ${event.action}` : JSON.stringify(event))));
    log.scrollTop = log.scrollHeight;
    form.hidden = !state.your_seats.includes(now.turn);
    const sit = make("button", { type: "button", onclick: () => line.say({ type: "sit", table: id }) }, "sit down");
    const words = now.stage === "live" ? ["resign", "stop?", "accept", "refuse", "offer-takeback", "accept-takeback", "decline-takeback", "abort"] : ["rematch"];
    acts.replaceChildren(...(now.stage === "open" && state.your_seats.length === 0 ? [sit] : []),
      ...(state.your_seats.length ? words.map(act) : []),
      ...(state.next_table ? [make("a", { href: `/t/${state.next_table}` }, "next game")] : []));
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    line.say({ type: "move", table: id, at: state.version, move: text.value });
    text.value = "";
  };
  main.replaceChildren(title, seats, board, form, error, result, acts, log);
};

const me = await call("POST", "/api/guests");
document.getElementById("who").textContent = me.name;
const at = location.pathname.match(/^\/t\/([a-z0-9]+)$/);
await (at ? table(at[1]) : home());
