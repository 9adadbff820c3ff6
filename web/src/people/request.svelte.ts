/** A request to the server: a button is busy meanwhile, and an error is shown where the request was made. */
export class PendingRequest {
  busy = $state(false);
  error = $state('');
  // Not a state: an effect that runs something must not run again because of it.
  private running = false;

  /** Runs one request at a time; returns its answer, or undefined if it failed. */
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
