// Which switches belong together.
import type { Switch } from '../game/types';

export type Group = 'board' | 'fish' | 'cards' | 'pieces' | 'turn' | 'end' | 'showdown' | 'race' | 'points';

const members: Record<Group, string[]> = {
  board: ['topology', 'rows', 'cols', 'layout', 'holes'],
  fish: ['lay', 'draw', 'fish', 'chips', 'numbers', 'supply', 'min_ones'],
  cards: ['decks', 'rank_match', 'reshuffle', 'tie_lead', 'next_lead'],
  pieces: ['players', 'pieces', 'setup', 'placement', 'start', 'place_on', 'place_order', 'moves_first', 'swap', 'komi', 'black'],
  turn: ['block', 'claim', 'align', 'realign', 'align_waiver', 'claim_under_pawn', 'must_claim', 'retire_stuck'],
  race: ['bear_off', 'must_spend', 'stack_spends', 'reroll_equal'],
  end: ['rounds', 'end', 'end_turns', 'score', 'ties', 'tie', 'claim_under', 'claim_under_pawn_at_end'],
  showdown: ['showdown', 'dealt_count', 'pairing', 'adjust', 'tie_break', 'wheel', 'short_straights', 'short_split'],
  points: ['scoring', 'per_pyramid', 'first_home', 'per_null', 'nulls'],
};

/** The groups of a game's switches, each in the order of its members; one the list does not know comes with the end. */
export function grouped(switches: Switch[]): { group: Group; switches: Switch[] }[] {
  const known = new Set(Object.values(members).flat());
  return (Object.keys(members) as Group[])
    .map((group) => ({
      group,
      switches: [
        ...members[group].flatMap((name) => switches.filter((one) => one.name === name)),
        ...(group === 'end' ? switches.filter((one) => !known.has(one.name)) : []),
      ],
    }))
    .filter((one) => one.switches.length > 0);
}
