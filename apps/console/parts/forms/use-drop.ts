import { useState, type DragEvent } from 'react'

/** A place that things are dropped on: its handlers, and whether something is held over it. */
export const useDrop = (onDrop: (dropped: DataTransfer) => void) => {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        onDrop(event.dataTransfer)
      },
    },
  }
}
