import CircleAlert from 'lucide-react/icons/circle-alert'
import Copy from 'lucide-react/icons/copy'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { explain, type ErrorExplanation } from '../../errors.ts'
import { useCoreWords } from '../../words/core/index.ts'
import type { Words } from '../../words/words.ts'
import { Button } from '../forms/button.tsx'
import { useHasFieldError } from '../forms/form.tsx'
import './refusal.css'

interface RefusalProps {
  readonly error: unknown
  /** Words of codes that only some pages meet, which bring them along. */
  readonly codes?: Words['errors']['codes']
  readonly onRetry?: () => void
}

/** The failure, in words; the rest of the page stays. Nothing without an error, or if fields of its form show it. */
export const Refusal = ({ error, codes, onRetry }: RefusalProps) => {
  const { errors } = useCoreWords()
  const hasFieldError = useHasFieldError(error)
  const known = codes ? { ...errors, codes: { ...errors.codes, ...codes } } : errors
  return error == null || hasFieldError ? null : <Explanation explained={explain(error, known)} onRetry={onRetry} />
}

/** The explanation of an error from another page. */
export const Explanation = ({
  explained,
  onRetry,
}: {
  explained: ErrorExplanation
  onRetry?: (() => void) | undefined
}) => {
  const words = useCoreWords()
  const { title, text, requestId } = explained
  return (
    <div className="refusal" role="alert">
      <div className="note bad">
        <CircleAlert className="i" aria-hidden="true" />
        <div>
          <b>{title}</b>
          <div dir="auto">{text}</div>
        </div>
      </div>
      <div className="line wrap">
        {onRetry ? (
          <Button size="small" icon={RefreshCw} onClick={onRetry}>
            {words.tryAgain}
          </Button>
        ) : null}
        {requestId === undefined ? null : <RequestId id={requestId} />}
      </div>
    </div>
  )
}

/** In the bar at the top there is room for a line. */
export const ErrorBeside = ({ error }: { readonly error: unknown }) => {
  const words = useCoreWords()
  if (error == null) return null
  const { title, text } = explain(error, words.errors)
  return (
    <span className="error-beside" role="alert" title={text}>
      {title}
    </span>
  )
}

const RequestId = ({ id }: { readonly id: string }) => {
  const words = useCoreWords()
  const [copied, setCopied] = useState(false)
  return (
    <Button
      variant="plain"
      size="small"
      icon={Copy}
      title={words.copyRequest}
      onClick={() => void navigator.clipboard.writeText(id).then(() => setCopied(true))}
    >
      {copied ? words.copied : words.request(id.slice(0, 8))}
    </Button>
  )
}
