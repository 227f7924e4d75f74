import { notifications } from '@mantine/notifications'
import type { UndoWords } from '../words/undo/use-words.ts'
import './show-toast.css'

/** A way back from what was done, offered with the sentence that says so. */
export interface Undo {
  readonly words: UndoWords
  readonly act: () => Promise<unknown>
}

const [shownMs, undoMs] = [6_000, 10_000]

/** Shows a sentence for some seconds, longer where it offers a way back. */
export const showToast = (message: string, undo?: Undo): void => {
  const id = notifications.show({
    message: undo ? <Undoable {...{ message, undo }} onUndo={() => takeBack(id, undo)} /> : message,
    withCloseButton: false,
    autoClose: undo ? undoMs : shownMs,
    classNames: { root: 'toast-card', description: 'toast-text' },
  })
}

const takeBack = (id: string, { words, act }: Undo) => {
  notifications.hide(id)
  void act().then(
    () => showToast(words.done),
    () => showToast(words.failed),
  )
}

interface UndoableProps {
  readonly message: string
  readonly undo: Undo
  readonly onUndo: () => void
}

const Undoable = ({ message, undo, onUndo }: UndoableProps) => (
  <span className="toast-undoable">
    {message}
    <button type="button" onClick={onUndo}>
      {undo.words.undo}
    </button>
  </span>
)
