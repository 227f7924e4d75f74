import type { Output } from './output.ts'
import { printable } from './text.ts'

type Style = Parameters<Output['paint']>[0]

const styles: readonly (readonly [start: RegExp, style: Style])[] = [
  [/^(diff --git|index|new file|deleted file|old mode|new mode|similarity|rename|---|\+\+\+|Binary)/, 'bold'],
  [/^@@/, 'cyan'],
  [/^\+/, 'green'],
  [/^-/, 'red'],
]

/** A patch for a person: coloured, and with visible control characters. */
export const paintedPatch = (patch: string, paint: Output['paint']): string =>
  patch
    .split('\n')
    .map((line) => {
      const style = styles.find(([start]) => start.test(line))?.[1]
      const shown = line.split('\t').map(printable).join('\t')
      return style && shown !== '' ? paint(style, shown) : shown
    })
    .join('\n')
