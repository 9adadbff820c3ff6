// A move being made on this board: what is picked, what is pointed at, what is blocked.
import { choicesOf, laying, nextOf, NOTHING, press, stepBack, type Choices, type Next, type Picked } from '../game/moves';
import type { Point } from '../game/geometry';
import type { BlockedCell } from './blocked';

export class Selection {
  choices = $state.raw<Choices>(choicesOf([]));
  picked = $state.raw<Picked>(NOTHING);
  /** The cell under the pointer, snapped to a choice where one is near. */
  hover = $state<string | null>(null);
  /** The cell with the keyboard's focus; its ring shows only when keys are used. */
  focus = $state<string | null>(null);
  keys = $state(false);
  /** Where a dragged piece is. */
  drag = $state.raw<Point | null>(null);
  blocked = $state.raw<BlockedCell | null>(null);
  /** The last move made here, and whether its piece already stands where it went. */
  made: { text: string; there: boolean } | null = null;
  /** Grows with every press; an explanation of an earlier one is not shown. */
  private presses = 0;

  next: Next = $derived(nextOf(this.choices, this.picked));
  laying: number | null = $derived(laying(this.choices, this.picked));
  /** What is pointed at by either means. */
  aim: string | null = $derived(this.hover ?? (this.keys ? this.focus : null));

  /** New moves to choose from; what was picked stays only while it can. */
  renew(legal: readonly string[]): void {
    this.choices = choicesOf(legal);
    const { from, to, fish } = this.picked;
    const targets = from === null ? undefined : this.choices.slides.get(from);
    const keep = targets || (from !== null && this.choices.retires.has(from));
    this.picked = { fish, from: keep ? from : null, to: to !== null && targets?.has(to) ? to : null };
    if (!keep) this.drag = null;
    this.presses++;
    this.blocked = null;
  }

  /** Presses a cell; returns the move when it is complete. `whyBlocked` explains a cell that cannot be chosen. */
  press(cell: string, whyBlocked: (cell: string) => Promise<BlockedCell>): string | null {
    const pressed = press(this.choices, this.picked, cell);
    const turn = ++this.presses;
    if (!pressed) {
      void whyBlocked(cell).then((blocked) => {
        if (turn !== this.presses) return;
        this.blocked = blocked;
        setTimeout(() => { if (this.blocked === blocked) this.blocked = null; }, 4000);
      });
      return null;
    }
    this.blocked = null;
    const there = this.next.kind === 'shot' || this.drag !== null;
    this.picked = pressed.picked;
    if (pressed.move) this.made = { text: pressed.move, there };
    return pressed.move;
  }

  back(): boolean {
    const { from, to } = this.picked;
    this.blocked = null;
    if (from === null && to === null) return false;
    this.picked = stepBack(this.picked);
    return true;
  }

  /** Chooses the kind of tile to lay. */
  lay(fish: number): void {
    this.picked = { ...NOTHING, fish };
  }

  moves(from: string): number {
    return this.choices.slides.get(from)?.size ?? 0;
  }
}
