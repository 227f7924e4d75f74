import { useEffect, useRef } from 'react'
import { useSingleKeys } from '../../preferences.ts'
import { isTyping } from '../is-typing.ts'

/** The key of a button: a letter brings the focus to it, a digit presses it. */
const buttonOf = (place: HTMLElement | null, key: string) =>
  place?.querySelector<HTMLButtonElement>(`button[aria-keyshortcuts="${CSS.escape(key)}"]:not(:disabled)`)

const isInOtherDialog = ({ target }: KeyboardEvent, place: HTMLElement | null) => {
  const dialog = target instanceof Element ? target.closest('[role="dialog"], [role="alertdialog"]') : null
  return dialog !== null && !dialog.contains(place)
}

const isInOtherRow = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('.waiting-row.act') !== null

/** A letter after G goes to another place of the console. */
const chordMs = 1_000

/**
 * Keys of a decision: A and B move the focus to approving and sending back, 1 to 9 answer with an option. Where letters
 * decide at once, they press the button that names them, unless another row of the list has the focus. They act while no
 * field has the focus; of several decisions on a page, on the first.
 */
export const useDecisionKeys = <Place extends HTMLElement>(decidesAtOnce = false) => {
  const place = useRef<Place>(null)
  const isOn = useSingleKeys()
  useEffect(() => {
    let goingSince = -chordMs
    const press = (event: KeyboardEvent) => {
      const isAfterG = event.timeStamp - goingSince < chordMs
      goingSince = event.key === 'g' ? event.timeStamp : -chordMs
      if (!isOn || event.defaultPrevented || event.repeat || isTyping(event)) return
      if (event.ctrlKey || event.metaKey || event.altKey || isInOtherDialog(event, place.current)) return
      if (decidesAtOnce && (isAfterG || isInOtherRow(event))) return
      const isOption = /^[1-9]$/.test(event.key)
      if (!isOption && !/^[abd]$/i.test(event.key)) return
      const button = buttonOf(place.current, event.key.toUpperCase())
      if (!button) return
      event.preventDefault()
      if (isOption || decidesAtOnce) button.click()
      else button.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn, decidesAtOnce])
  return place
}
