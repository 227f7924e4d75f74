import { useState } from 'react'

/** What was typed, kept in this tab under a name until it is sent: a session that ends or a reload loses nothing. */
export const useKeptText = (name: string): [text: string, setText: (text: string) => void] => {
  const key = `atelier.typed.${name}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  return [
    text,
    (next) => {
      setText(next)
      if (next === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, next)
    },
  ]
}
