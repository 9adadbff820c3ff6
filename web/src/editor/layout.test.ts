import { describe, expect, it } from 'vitest';
import { images, paint, resize } from './brush';
import { allDealt, counts, readSupply } from './counts';
import { board, cellName, parseLayout, gridPoints, startText, withStarts, layoutText, type Drawing } from './layout';

const cellNames = (drawing: Drawing) => gridPoints(drawing).flat().map((point) => cellName(drawing, point)).filter(Boolean);

describe('a layout as text', () => {
  it('comes back as it was', () => {
    for (const text of [' 1 2 1\n1 0 * 2\n 1 2 1', '  * * *\n * * * *\n* * 0 * *', '*\n *\n*']) {
      expect(layoutText(parseLayout('hex', text))).toBe(text);
      expect(layoutText(parseLayout('hex_columns', text))).toBe(text);
    }
    expect(layoutText(parseLayout('square', '***\n*3*\n*0*'))).toBe('***\n*3*\n*0*');
  });

  it('takes slashes for new rows and drops what is empty around it', () => {
    expect(layoutText(parseLayout('hex', '\n   * * */    * *\n'))).toBe('* * *\n * *');
  });

  it('reads squares that stand apart, and writes their gaps as holes', () => {
    expect(layoutText(parseLayout('square', '* * *\n*   *'))).toBe('***\n*0*');
    expect(layoutText(parseLayout('square', '  ***\n  *3*\n*******'))).toBe('00***\n00*3*\n*******');
  });

  it('refuses rows that are not staggered and unknown marks, and says where', () => {
    expect(() => parseLayout('hex', '* * *\n* * *')).toThrow('Row 2 is not staggered');
    expect(() => parseLayout('square', '**\n*x')).toThrow('Row 2 has “x”');
    expect(() => parseLayout('hex', ' \n ')).toThrow('at least one cell');
  });

  it('makes the board of Penguins, long rows at the bottom', () => {
    const sixty = board('hex', 8, 8, '*');
    expect(counts(sixty).cells).toBe(60);
    expect(layoutText(sixty).split('\n').at(-1)).toBe('* * * * * * * *');
    expect(layoutText(sixty).split('\n')[0]).toBe(' * * * * * * *');
  });
});

describe('names of cells', () => {
  it('are those of the rules', () => {
    expect(cellNames(parseLayout('hex', ' 1 2 1\n1 0 * 2\n 1 2 1'))).toEqual(['c1', 'c2', 'c3', 'b1', 'b2', 'b3', 'b4', 'a1', 'a2', 'a3']);
    expect(cellNames(parseLayout('square', '00*\n0*0\n***'))).toEqual(['a3', 'b3', 'c3', 'a2', 'b2', 'c2', 'a1', 'b1', 'c1']);
    expect(cellNames(parseLayout('hex_columns', '* * *\n * *\n* 0 *'))).toEqual(['[0,0]', '[0,1]', '[0,2]', '[1,0]', '[1,1]', '[2,0]', '[2,1]', '[2,2]']);
  });

  it('say where pieces start', () => {
    let drawing = parseLayout('square', '***\n***');
    drawing = paint(drawing, [{ row: 1, col: 0 }], { start: 0 });
    drawing = paint(drawing, [{ row: 0, col: 2 }], { start: 1 });
    expect(startText(drawing)).toBe('a1 | c2');
    expect(startText(paint(drawing, [{ row: 0, col: 2 }], { mark: '0' }))).toBe('a1');
    expect(startText(parseLayout('square', '***'))).toBeNull();
    const hexes = parseLayout('hex', ' 1 2 1\n1 0 * 2\n 1 2 1');
    expect(startText(withStarts(hexes, 'a1 b1 | b4 c3'))).toBe('b1 a1 | c3 b4');
  });
});

describe('the symmetric brush', () => {
  const boards = [
    board('hex', 7, 7, '*'), board('hex', 8, 8, '*'), board('hex_columns', 9, 4, '*'), board('hex_columns', 8, 5, '*'),
    board('square', 6, 6, '*'), board('square', 7, 5, '*'), board('square', 6, 5, '*'),
  ];

  it('only ever lands on the lattice, and each place once', () => {
    for (const drawing of boards) {
      for (const symmetry of ['lr', 'tb', 'half', 'turn'] as const) {
        for (const point of gridPoints(drawing).flat()) {
          const all = images(drawing, point, symmetry);
          expect(all[0]).toEqual(point);
          expect(new Set(all.map(({ row, col }) => `${row},${col}`)).size).toBe(all.length);
          for (const { row, col } of all) expect(Number.isInteger(row) && Number.isInteger(col)).toBe(true);
          if (drawing.topology !== 'square') for (const { row, col } of all) expect((row + col + drawing.shift) % 2).toBe(0);
        }
      }
    }
  });

  it('mirrors, turns by half, by a quarter and by a sixth', () => {
    const square = board('square', 6, 6, '*');
    expect(images(square, { row: 0, col: 1 }, 'lr')).toEqual([{ row: 0, col: 1 }, { row: 0, col: 4 }]);
    expect(images(square, { row: 0, col: 1 }, 'tb')).toEqual([{ row: 0, col: 1 }, { row: 5, col: 1 }]);
    expect(images(square, { row: 0, col: 1 }, 'half')).toEqual([{ row: 0, col: 1 }, { row: 5, col: 4 }]);
    expect(images(square, { row: 0, col: 1 }, 'turn')).toHaveLength(4);
    const hex = board('hex', 7, 7, '*');
    // The six neighbours of the middle are one another's images, and the middle is its own.
    const middle = { row: 3, col: 7 };
    expect(images(hex, middle, 'turn')).toEqual([middle]);
    const beside = { row: middle.row, col: middle.col + 2 };
    expect(images(hex, beside, 'turn')).toHaveLength(6);
    for (const { row, col } of images(hex, beside, 'turn')) {
      expect(Math.abs(row - middle.row) + Math.abs(col - middle.col)).toBe(2);
    }
  });

  it('is its own undoing where it mirrors', () => {
    const drawing = board('hex', 7, 7, '*');
    for (const symmetry of ['lr', 'tb', 'half'] as const) {
      for (const point of gridPoints(drawing).flat()) {
        for (const image of images(drawing, point, symmetry)) expect(images(drawing, image, symmetry)).toContainEqual(point);
      }
    }
  });
});

describe('size and counts', () => {
  it('keeps what fits and stays on the lattice', () => {
    const small = resize(board('hex', 8, 8, '3'), 5, 9);
    expect(counts(small).fish[2]).toBe(counts(small).cells);
    expect(counts(small).cells).toBeGreaterThan(20);
    expect(() => parseLayout('hex', layoutText(small))).not.toThrow();
  });

  it('reads the deal of the rules', () => {
    expect(readSupply({ supply: '30/20/10' })).toEqual([30, 20, 10]);
    expect([readSupply({ supply: null }), readSupply({})]).toEqual([null, null]);
  });

  it('leaves every cell to the deal, and no hole', () => {
    expect(layoutText(allDealt(parseLayout('square', '***\n*3*\n*0*')))).toBe('***\n***\n*0*');
  });
});
