/// Something that is being asked of the server: a button is busy meanwhile, and a refusal is said where it was asked.
export class PendingRequest {
  busy = $state(false);
  error = $state('');
  // Not a state: an effect that runs something must not run again because of it.
  private running = false;

  /// Runs it once at a time; gives its answer, or undefined when it was refused.
  async run<T>(send: () => Promise<T>): Promise<T | undefined> {
    if (this.running) return undefined;
    this.running = this.busy = true;
    this.error = '';
    try {
      return await send();
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
      return undefined;
    } finally {
      this.running = this.busy = false;
    }
  }
}
