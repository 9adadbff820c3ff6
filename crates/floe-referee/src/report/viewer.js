
"use strict";
// Texts go in as text alone (textContent): nothing of a game is ever read as HTML.
(() => {
  const by = (id) => document.getElementById(id);
  const slider = by("slider");
  let frames = [];
  let opener = null;

  function show(at) {
    const last = frames.length - 1;
    at = Math.min(Math.max(at, 0), last);
    slider.value = at;
    const [caption, picture] = frames[at];
    slider.setAttribute("aria-valuetext", at + " of " + last + ", " + caption);
    by("caption").textContent = at + "/" + last + " · " + caption;
    by("picture").textContent = picture;
    by("prev").disabled = at === 0;
    by("next").disabled = at === last;
  }

  function open(button) {
    const data = JSON.parse(by("game-" + button.dataset.game).textContent);
    frames = data.frames;
    opener = button;
    slider.max = frames.length - 1;
    by("viewer-title").textContent = data.title;
    by("viewer-result").textContent = data.result;
    by("viewer").hidden = false;
    show(0);
    by("viewer-title").focus();
    by("viewer").scrollIntoView({ block: "start" });
  }

  by("list").addEventListener("click", (event) => {
    const button = event.target.closest("button[data-game]");
    if (button) open(button);
  });
  slider.addEventListener("input", () => show(Number(slider.value)));
  by("prev").addEventListener("click", () => show(Number(slider.value) - 1));
  by("next").addEventListener("click", () => show(Number(slider.value) + 1));
  by("close").addEventListener("click", () => {
    by("viewer").hidden = true;
    if (opener) opener.focus();
  });
  by("viewer").addEventListener("keydown", (event) => {
    // The slider has keys of its own, and a wide picture scrolls with them.
    if (event.target === slider || event.target === by("picture")) return;
    if (event.key === "ArrowLeft") show(Number(slider.value) - 1);
    if (event.key === "ArrowRight") show(Number(slider.value) + 1);
  });

  by("find").addEventListener("input", () => {
    const wanted = by("find").value.trim().toLowerCase();
    let count = 0;
    for (const row of by("list").tBodies[0].rows) {
      const text = [0, 1, 2].map((column) => row.cells[column].textContent).join(" ").toLowerCase();
      row.hidden = !text.includes(wanted);
      count += row.hidden ? 0 : 1;
    }
    by("found").textContent = wanted ? count + (count === 1 ? " game" : " games") : "";
  });
})();
