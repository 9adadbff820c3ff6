import { texts } from '../../texts/en/lessons/pauper';
import { reaches, takes, to, wins } from '../../learn/goals';
import type { Lesson } from '../../learn/lesson';

export const lesson: Lesson = {
  game: 'pauper',
  rules: { rows: 5, cols: 5, pieces: 1 },
  steps: [
    {
      texts: texts.chips, rules: { pieces: 2 }, position: '12112/1A211/2A3121/2101/B1121B1 move 0 0,0 0,0',
      goal: takes(3), solution: ['c2-c4'],
    },
    {
      texts: texts.atoll, position: '01110/1111/A11010/1110/0120B1 move 0 0,0 0,0',
      goal: reaches('a3', 2), solution: ['c1-a2', 'a2-a3'], marks: ['a3'],
    },
    {
      texts: texts.table, rules: { topology: 'square' }, position: '11213/21121/12112/11211/A1211B1 move 0 0,0 0,0',
      goal: to('e5'), solution: ['a1-e5'], marks: ['e5'],
    },
    {
      texts: texts.harpoon, rules: { block: 'shot', claim: 'shot' }, position: '12121/1213/A11121/2112/1121B1 move 0 0,0 0,0',
      goal: takes(3), solution: ['c1-c4/d4'], marks: ['d4'],
    },
    {
      texts: texts.thin, rules: { claim: 'reached', claim_under: false, place_on: 'any', ties: 'share' },
      position: '12121/1213/A01121/2112/1121B0 move 0 0,0 0,0', goal: takes(2), solution: ['c1-c4'],
    },
    {
      texts: texts.finish, position: '00000/1210/0A1120/0100/00B110 move 0 0,3 0,2',
      goal: wins, solution: ['c2-b2', 'b2-d3', 'd3-d1', 'd1-d2', 'd2-c3', 'c3-c4'],
    },
  ],
};
