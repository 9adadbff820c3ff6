// Territory: who gets where first, what is sealed, and finishing once nobody can meet any more.
import type { Page } from '@playwright/test';
import { ending } from './player';
import { expect, test } from './server';

/** A game on this device from a position, against level 1. */
async function from(page: Page, position: string, rules: object): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await page.evaluate(({ position, rules }) => {
    const log = { game: 'penguins', rules, start: position, events: [], seed: 1 };
    const game = { id: 'here', game: 'penguins', seats: [{ kind: 'local', name: 'Ada' }, { kind: 'engine', level: '1' }], log, clock: null, left_ms: null, begun: 1, changed: 1, result: null };
    localStorage.setItem('floe.local.here', JSON.stringify(game));
    localStorage.setItem('floe.settings', JSON.stringify({ coach: false }));
  }, { position, rules });
  await page.goto('/play/here');
  await expect(page.getByRole('grid')).toBeVisible();
}
const RULES = { topology: 'square', rows: 3, cols: 5, pieces: 1 };

test('once nobody can meet any more, both exact totals are offered, and Finish ends the game', async ({ page }) => {
  await from(page, 'A1203B1/11022/00000 move 0 5,2 3,1', RULES);
  const territory = page.getByRole('region', { name: 'Who gets there first' });
  await expect(territory).toContainText('You 10');
  await expect(territory).toContainText('Floe 10');
  await expect(territory).toContainText('Nothing is contested any more.');
  // The map shows what each still gets in its region.
  await page.getByRole('switch', { name: /who gets to each cell first/ }).press('Space');
  await expect(page.getByRole('grid').locator('text', { hasText: '+5' })).toHaveCount(1);
  await expect(page.getByRole('grid').locator('text', { hasText: '+8' })).toHaveCount(1);
  const question = page.getByRole('group', { name: 'Nobody can meet any more: finish for both?' });
  await expect(question).toContainText('10–10');
  await question.getByRole('button', { name: 'Finish' }).click();
  await expect(ending(page)).toContainText('10–10');
});

test('it asks once, and Offer stop says why it cannot be used', async ({ page }) => {
  await from(page, 'A1203B1/11022/00000 move 0 5,2 3,1', RULES);
  const question = page.getByRole('group', { name: 'Nobody can meet any more: finish for both?' });
  await question.getByRole('button', { name: 'Play on' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Offer stop' })).toBeEnabled();

  await from(page, 'A1231B1/00000/00000 move 0 0,0 0,0', RULES);
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Offer stop' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Offer stop' })).toHaveAttribute('title', /Two players can still reach b3/);
  await expect(page.getByRole('region', { name: 'Who gets there first' })).toContainText('contested');
});
