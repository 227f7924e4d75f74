import { Toast } from '@base-ui/react/toast'
import type { UndoWords } from '../words/undo/index.ts'
import { useWords } from '../words/shell/index.ts'
import './toast.css'

/** A way back from a change, offered with the sentence about it. */
export interface Undo {
  readonly words: UndoWords
  readonly act: () => Promise<unknown>
}

const shownMs = 6_000
const undoMs = 10_000
const manager = Toast.createToastManager<{ readonly undo?: Undo }>()

/** Says in a line that something succeeded out of sight, longer where it offers a way back. Errors show where they happen. */
export const toast = (message: string, undo?: Undo): void => {
  manager.add({
    title: message,
    timeout: undo ? undoMs : shownMs,
    data: { undo },
  })
}

/** Where toasts appear. */
export const Toasts = () => (
  <Toast.Provider toastManager={manager} limit={3}>
    <Toast.Portal>
      <Viewport />
    </Toast.Portal>
  </Toast.Provider>
)

const Viewport = () => {
  const { toasts } = Toast.useToastManager<{ readonly undo?: Undo }>()
  return (
    <Toast.Viewport className="toasts" aria-label={useWords().toasts}>
      {toasts.map((shown) => (
        <Toast.Root key={shown.id} toast={shown} className="toast-card" swipeDirection={[]}>
          <Toast.Title className="toast-text" render={<span />} />
          {shown.data?.undo ? <UndoButton id={shown.id} undo={shown.data.undo} /> : null}
        </Toast.Root>
      ))}
    </Toast.Viewport>
  )
}

const UndoButton = ({ id, undo: { words, act } }: { readonly id: string; readonly undo: Undo }) => {
  const takeBack = () => {
    manager.close(id)
    void act().then(
      () => toast(words.done),
      () => toast(words.failed),
    )
  }
  return <Toast.Action onClick={takeBack}>{words.undo}</Toast.Action>
}
