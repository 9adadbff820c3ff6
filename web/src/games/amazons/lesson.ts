import { texts } from '../../texts/en/lessons/amazons';
import { shoots, shootsBack, shutsIn, to, wins } from '../../learn/goals';
import type { Lesson } from '../../learn/lesson';

export const lesson: Lesson = {
  game: 'amazons',
  rules: {},
  steps: [
    { texts: texts.move, position: '3q2/6/6/6/6/2Q3 w - - 0 1', goal: to('c5'), solution: ['c1-c5/c1'], marks: ['c5'] },
    { texts: texts.shoot, position: '3q2/6/6/6/6/2Q3 w - - 0 1', goal: shoots('f4'), solution: ['c1-c4/f4'], marks: ['f4'] },
    { texts: texts.back, position: '5q/6/*5/1*4/1*4/Q*4 w - - 0 1', goal: shootsBack, solution: ['a1-a2/a1'] },
    { texts: texts.shut, position: '5q/4**/6/2Q3/6/6 w - - 0 1', goal: shutsIn, solution: ['c3-c6/e6'], marks: ['e6'] },
    { texts: texts.door, position: '3*2/3*q1/3*2/6/Q2*2/3*2 w - - 0 1', goal: shoots('d3'), solution: ['a2-a3/d3'], marks: ['d3'] },
    { texts: texts.last, position: 'Q2*q/****1/*****/5/5 w - - 0 1', goal: wins, solution: ['a5-b5/a5', 'b5-c5/b5'] },
  ],
};
