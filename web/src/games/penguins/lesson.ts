import { texts } from '../../texts/en/lessons/penguins';
import { any, reaches, shutsIn, takes, to, wins } from '../../learn/goals';
import type { Lesson } from '../../learn/lesson';

export const lesson: Lesson = {
  game: 'penguins',
  rules: { rows: 5, cols: 5, pieces: 1 },
  steps: [
    { texts: texts.place, position: '21312/1213/21121/2312/12131 place 0 0,0 0,0', goal: any, solution: ['c3'] },
    { texts: texts.slide, position: '11112/A1111/21102/1110/1011B1 move 0 0,0 0,0', goal: to('d4'), solution: ['d1-d4'], marks: ['d4'] },
    {
      texts: texts.claim, rules: { pieces: 2 }, position: '21A112/1210/1A3121/2101/B1213B1 move 0 0,0 0,0',
      goal: takes(3), solution: ['c2-c4'],
    },
    {
      texts: texts.detour, position: '11013/0121/A11120/0100/0000B1 move 0 0,0 0,0',
      goal: reaches('e5', 2), solution: ['c1-c4', 'c4-e5'], marks: ['e5'],
    },
    {
      texts: texts.shut, position: '21120/12A10/11210/0201/2100B1 move 0 0,0 0,0',
      goal: shutsIn, solution: ['d3-b4'], marks: ['b4'],
    },
    {
      texts: texts.finish, position: '00000/0230/0A1120/0000/00B110 move 0 0,5 0,3',
      goal: wins, solution: ['c2-c3', 'c3-d2', 'd2-d3', 'd3-c4'],
    },
  ],
};
