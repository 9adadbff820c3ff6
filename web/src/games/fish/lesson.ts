import { texts } from '../../texts/en/lessons/fish';
import { any, reaches, shutsIn, takes, to, wins } from '../../learn/goals';
import type { Lesson } from '../../learn/lesson';

export const lesson: Lesson = {
  game: 'fish',
  rules: { pieces: 1 },
  steps: [
    { texts: texts.place, position: '222/131/222/212/222 place 0 0,0 0,0', goal: any, solution: ['[1,1]'] },
    {
      texts: texts.north, position: '222/222/2A22/222/22B2 move 0 0,0 0,0',
      goal: to('[0,1]'), solution: ['[[2,1],[0,1]]'], marks: ['[0,1]'],
    },
    {
      texts: texts.five, rules: { pieces: 2 }, position: '2A12/222/2A52/222/B22B2 move 0 0,0 0,0',
      goal: takes(5), solution: ['[[2,1],[4,1]]'],
    },
    {
      texts: texts.hole, position: '2A23/220/002/022/B222 move 0 0,0 0,0',
      goal: reaches('[0,2]', 2), solution: ['[[0,1],[2,2]]', '[[2,2],[0,2]]'], marks: ['[0,2]'],
    },
    {
      texts: texts.shut, position: '2A22/222/222/022/B202 move 0 0,0 0,0',
      goal: shutsIn, solution: ['[[0,1],[2,0]]'], marks: ['[2,0]'],
    },
    {
      texts: texts.finish, position: '0A20/B130/010/010/000 move 0 0,2 0,1',
      goal: wins, solution: ['[[0,1],[2,1]]', '[[2,1],[1,1]]', '[[1,1],[3,1]]'],
    },
  ],
};
