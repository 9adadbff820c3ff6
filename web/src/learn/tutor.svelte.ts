// A lesson on the screen: the step, the position on the board, the last answer.
import type { View } from '../game/types';
import { RulesError } from '../rules';
import { t } from '../texts';
import { attempt, begin, reply, waits, type CallRules, type StepState } from './runStep';
import { LEARNER, type Lesson, type Step } from './lesson';

/** `ask`: the learner's turn. `wait`: the other side's. `off`: a move that missed the goal. `done`: the goal is met. */
export type Phase = 'ask' | 'wait' | 'off' | 'done';

/** How long the other side seems to think, and the pause between the moves of a shown solution. */
const PAUSE = 700;

export class Tutor {
  index = $state(0);
  phase = $state<Phase>('ask');
  at = $state.raw<StepState | null>(null);
  finished = $state<boolean[]>([]);
  /** The rules' sentence about an illegal move. */
  error = $state('');
  broken = $state(false);
  private before: StepState[] = [];
  /** What runs for a step that was left must not touch the next one. */
  private run = 0;

  constructor(readonly lesson: Lesson, private readonly rules: CallRules) {
    this.finished = lesson.steps.map(() => false);
  }

  get step(): Step {
    return this.lesson.steps[this.index]!;
  }

  get last(): boolean {
    return this.index === this.lesson.steps.length - 1;
  }

  get view(): View | null {
    if (!this.at) return null;
    const { log, seen } = this.at;
    return {
      ...seen, game: this.lesson.game, rules: log.rules, localSeats: [LEARNER], viewer: LEARNER,
      occupants: seen.plays.map((_, seat) => (seat === LEARNER ? { kind: 'local', name: t('learn.you') } : { kind: 'engine', level: '1' })),
    };
  }

  /** Begins a step, from its first position. */
  async go(index: number): Promise<void> {
    if (!this.lesson.steps[index]) return;
    this.index = index;
    const run = ++this.run;
    this.before = [];
    this.error = '';
    try {
      const at = await begin(this.rules, this.lesson, this.step);
      if (run !== this.run) return;
      this.at = at;
      this.phase = 'ask';
    } catch {
      this.broken = true;
    }
  }

  async move(text: string): Promise<void> {
    if (!this.at || this.phase !== 'ask') return;
    const run = this.run;
    const before = this.at;
    this.error = '';
    try {
      const { at, verdict } = await attempt(this.rules, this.step, before, text);
      if (run !== this.run) return;
      this.before.push(before);
      this.at = at;
      if (verdict === 'on') return await this.answer(run);
      this.phase = verdict === 'met' ? 'done' : 'off';
      if (verdict === 'met') this.finished[this.index] = true;
    } catch (error) {
      if (run === this.run) this.error = error instanceof RulesError ? error.message : String(error);
    }
  }

  private async answer(run: number): Promise<void> {
    while (this.at && waits(this.at)) {
      this.phase = 'wait';
      const [at] = await Promise.all([reply(this.rules, this.step, this.at), new Promise((done) => setTimeout(done, PAUSE))]);
      if (run !== this.run) return;
      this.at = at;
    }
    // The other side may have had the last word.
    this.phase = this.at?.seen.result ? 'off' : 'ask';
  }

  /** Takes the learner's last move back. */
  undo(): void {
    const before = this.before.pop();
    if (!before || this.phase === 'wait') return;
    this.run++;
    this.at = before;
    this.phase = 'ask';
    this.error = '';
  }

  get canUndo(): boolean {
    return this.phase === 'off' || (this.phase === 'ask' && (this.at?.moves.length ?? 0) > 0);
  }

  /** Plays the way that the lesson knows. */
  async show(): Promise<void> {
    await this.go(this.index);
    const run = this.run;
    for (const move of this.step.solution) {
      await new Promise((done) => setTimeout(done, PAUSE));
      if (run !== this.run) return;
      await this.move(move);
    }
  }
}
