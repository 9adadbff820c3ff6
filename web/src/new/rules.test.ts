import { describe, expect, it } from 'vitest';
import type { GameInfo, Switch } from '../game/types';
import { manifestOf } from '../games/manifests';
import { change, defaults, houseRules } from './diff';
import { playerCounts } from './draft.svelte';
import { grouped } from './groups';
import { inOrder } from './order';
import { readRules, toml, writeRules } from './rulesText';

const one = (name: string, value: Switch['default'], main = true): Switch =>
  ({ name, about: `About ${name}.`, values: { type: 'flag' }, default: value, main });
const info: GameInfo = {
  ...manifestOf('pauper'), about: '', base_game: 'penguins', variants: [],
  switches: [one('players', 2), one('ties', 'tiles'), one('rows', 8, false), one('layout', null), one('wheel', true)],
};

describe('a line of rules', () => {
  it('comes back as it was', () => {
    for (const line of ['', 'atoll', 'atoll,ties=share,players=3', 'holes=[[0,1],[2,2]],fish=random:5', 'layout= * */* * *,pieces=2', 'wheel=false,pieces=null']) {
      expect(writeRules(readRules(line))).toBe(line);
    }
  });

  it('knows numbers, flags, lists and drawings apart', () => {
    expect(readRules('rows=6,wheel=false,supply=30/20/10,layout=111,holes=[[0,1]],start=null').changes).toEqual({
      rows: 6, wheel: false, supply: '30/20/10', layout: '111', holes: [[0, 1]], start: null,
    });
    expect(readRules('slides')).toEqual({ variant: 'slides', changes: {} });
  });
});

describe('a rules file', () => {
  it('says the game, the preset and every change', () => {
    expect(toml('pauper', { variant: 'atoll', changes: { ties: 'share', players: 3, pieces: null, layout: ' * */* * *' } })).toBe(
      'game = "pauper"\npreset = "atoll"\nties = "share"\nplayers = 3\npieces = "null"\nlayout = """\n * *\n* * *\n"""\n',
    );
  });
});

describe('house rules', () => {
  it('are what differs, and nothing once it is set back', () => {
    const base = defaults(info);
    let changes = change(base, {}, 'ties', 'share');
    changes = change(base, changes, 'rows', 6);
    changes = change(base, changes, 'players', 3);
    expect(houseRules(info, changes).map(({ name }) => name)).toEqual(['ties', 'rows']);
    changes = change(base, changes, 'ties', 'tiles');
    expect(changes).toEqual({ rows: 6, players: 3 });
  });

  it('are shown in groups, none left out', () => {
    const all = grouped([...info.switches, one('brand_new', 1)]);
    expect(all.flatMap(({ switches }) => switches.map(({ name }) => name)).sort()).toEqual(
      ['brand_new', 'layout', 'players', 'rows', 'ties', 'wheel'],
    );
    expect(all.map(({ group }) => group)).toEqual(['board', 'pieces', 'end', 'showdown']);
  });
});

describe('the number of players', () => {
  it('is what the rules accept', () => {
    const players: Switch = { ...one('players', 2), values: { type: 'number', min: 2, max: 4, nullable: false } };
    expect(playerCounts({ ...info, switches: [players] })).toEqual([2, 3, 4]);
    expect(playerCounts({ ...info, switches: [], seats: info.seats.slice(0, 3) })).toEqual([3]);
    expect(playerCounts(null)).toEqual([2]);
  });
});

describe('who begins', () => {
  it('keeps all seats', () => {
    expect(inOrder(['you', 'Floe'], 'first')).toEqual(['you', 'Floe']);
    expect(inOrder(['you', 'Floe'], 'second')).toEqual(['Floe', 'you']);
    expect(inOrder([1, 2, 3, 4], 'chance', () => 0)).toEqual([2, 3, 4, 1]);
    expect(inOrder([1, 2, 3, 4], 'chance').sort()).toEqual([1, 2, 3, 4]);
  });
});
