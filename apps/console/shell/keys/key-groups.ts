import type { KeysWords } from '../../words/keys/index.ts'

interface KeyLine {
  readonly does: keyof KeysWords['does']
  /** Keys one after the other, or each for itself where a sentence says so. */
  readonly press: readonly string[]
}

interface KeyGroup {
  readonly name: keyof KeysWords['groups']
  readonly keys: readonly KeyLine[]
}

/** All keys, by where they act. */
export const keyGroups: readonly KeyGroup[] = [
  {
    name: 'everywhere',
    keys: [
      { does: 'palette', press: ['palette'] },
      { does: 'newCycle', press: ['C'] },
      { does: 'filter', press: ['/'] },
      { does: 'theme', press: ['T'] },
      { does: 'undo', press: ['Z'] },
      { does: 'keys', press: ['?'] },
    ],
  },
  {
    name: 'go',
    keys: [
      { does: 'home', press: ['G', 'H'] },
      { does: 'projects', press: ['G', 'P'] },
      { does: 'deliverables', press: ['G', 'D'] },
      { does: 'invoices', press: ['G', 'I'] },
      { does: 'audit', press: ['G', 'A'] },
      { does: 'settings', press: ['G', 'S'] },
    ],
  },
  {
    name: 'lists',
    keys: [
      { does: 'step', press: ['J', 'K'] },
      { does: 'open', press: ['Enter'] },
      { does: 'close', press: ['Esc'] },
      { does: 'answer', press: ['1', '…', '9'] },
    ],
  },
  {
    name: 'review',
    keys: [
      { does: 'files', press: ['J', 'K'] },
      { does: 'findings', press: ['N', 'P'] },
      { does: 'viewed', press: ['V'] },
      { does: 'decide', press: ['A', 'B'] },
    ],
  },
]
