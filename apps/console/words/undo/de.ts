import type { en } from './en.ts'

export const de: typeof en = {
  undo: 'Rückgängig',
  done: 'Zurückgenommen',
  failed: 'Das ließ sich nicht zurücknehmen. Die Seite zeigt, wie es jetzt steht.',
}
