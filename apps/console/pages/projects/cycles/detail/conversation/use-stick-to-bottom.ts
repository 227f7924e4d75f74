import { useLayoutEffect, useRef, useState } from 'react'

const nearPx = 48

/** Follows a list that grows at its end, unless the person reads further up: then it announces new entries. */
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
