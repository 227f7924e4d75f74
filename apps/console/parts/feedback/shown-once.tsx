import Copy from 'lucide-react/icons/copy'
import { useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '../../words/shell/index.ts'
import { Button } from '../forms/button.tsx'
import './shown-once.css'

interface ShownOnceProps {
  readonly title: string
  readonly text: string
  readonly value: string
  readonly done: string
  readonly onDone: () => void
}

/** A key or a link that is shown only once: to copy, and to confirm that it is stored. */
export const ShownOnce = ({ title, text, value, done, onDone }: ShownOnceProps) => {
  const words = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCopied, setCopied] = useState(false)
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <div className="panel pad stack once">
      <div>
        <h3 ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <p className="quiet">{text}</p>
      </div>
      <code className="command mono">{value}</code>
      <div className="line wrap">
        <Button
          variant="primary"
          icon={Copy}
          onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
        >
          {isCopied ? words.copied : words.copy}
        </Button>
        <Button onClick={onDone}>{done}</Button>
      </div>
    </div>
  )
}
