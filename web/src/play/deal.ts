// This browser's contribution to a deal: something random, added once the server has committed itself to its secret, so that no one
// can choose the cards. It begins with the commitment, which shows that it came after it.
import type { TableState } from '../server/wire';

export class Contribution {
  private made: { commitment: string; text: string } | null = null;
  private known = false;

  /** The seat and the text to send, where the table waits for this page; null otherwise. */
  next(state: TableState): { seat: number; contribution: string } | null {
    const seat = state.status.awaiting?.find((one) => state.your_seats.includes(one));
    const commitment = state.fair?.commitment;
    if (seat === undefined || !commitment) return null;
    if (this.made?.commitment !== commitment) {
      const random = crypto.getRandomValues(new Uint8Array(16));
      const hex = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
      this.made = { commitment, text: `${commitment}.${hex}` };
    }
    return { seat, contribution: this.made.text };
  }

  /** The server has taken it. */
  taken(): void {
    this.known = true;
  }

  /** Is the deal another one than the one this page has added to? */
  changed(state: TableState): boolean {
    const deal = state.fair;
    if (!this.made || !this.known || !deal) return false;
    return deal.commitment !== this.made.commitment || !deal.contributions.includes(this.made.text);
  }
}
