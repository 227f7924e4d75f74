import { useLayoutEffect, useRef, useState } from 'react'

/** A list that is scrolled this near to its end counts as at its end. */
const nearPx = 48

/** Scrolls a growing list to its end, unless the person reads further up: then `hasNew` announces new entries. */
export const useStickToBottom = (newest: string) => {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const [hasNew, setNew] = useState(false)
  const toEnd = () => {
    const list = box.current
    if (list) list.scrollTop = list.scrollHeight
    setNew(false)
  }
  useLayoutEffect(() => {
    if (isAtEnd.current) toEnd()
    else setNew(true)
  }, [newest])
  const onScroll = () => {
    const list = box.current
    if (!list) return
    isAtEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < nearPx
    if (isAtEnd.current) setNew(false)
  }
  const stay = () => {
    isAtEnd.current = true
  }
  return { box, hasNew, toEnd, stay, onScroll }
}
