import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { useCoreWords } from '../../words/core/index.ts'
import { IconButton } from '../forms/button.tsx'

/** Copies a text. The label names the copied text. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const words = useCoreWords()
  const [isCopied, setCopied] = useState(false)
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={isCopied ? words.copied : label}
      title={label}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    />
  )
}
