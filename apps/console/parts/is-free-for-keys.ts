import { isTyping } from './is-typing.ts'

const open = 'dialog[open], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
const opening = 'main .late'

/** Whether a single letter is a shortcut here: no field has the focus, nothing covers the page, and no page is being opened. */
export const isFreeForKeys = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !isTyping(event) &&
  document.querySelector(open) === null &&
  document.querySelector(opening) === null
