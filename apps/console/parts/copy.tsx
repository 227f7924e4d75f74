import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { useWords } from '../words/use-words.ts'

/** Copies a text. The label says what it is. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const words = useWords()
  const [isCopied, setCopied] = useState(false)
  const Icon = isCopied ? Check : Copy
  return (
    <button
      type="button"
      className="btn plain s square-s"
      aria-label={isCopied ? words.copied : label}
      title={label}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      <Icon className="i" aria-hidden="true" />
    </button>
  )
}
