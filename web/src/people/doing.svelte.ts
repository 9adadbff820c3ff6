/// Something that is being asked of the server: a button is busy meanwhile, and a refusal is said where it was asked.
export class Doing {
  busy = $state(false);
  wrong = $state('');

  /// Runs it once at a time; gives its answer, or undefined when it was refused.
  async run<T>(deed: () => Promise<T>): Promise<T | undefined> {
    if (this.busy) return undefined;
    this.busy = true;
    this.wrong = '';
    try {
      return await deed();
    } catch (error) {
      this.wrong = error instanceof Error ? error.message : String(error);
      return undefined;
    } finally {
      this.busy = false;
    }
  }
}
