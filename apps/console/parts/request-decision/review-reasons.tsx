import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useInboxWords } from '../../words/inbox/index.ts'
import { useServerWords } from '../../words/server/index.ts'
import { FileLocation } from '../file-location.tsx'
import type { Request } from './use-request-decision.ts'

/** The reasons of a question, one line each, with the place in the change. */
export const Reasons = ({ reasons }: Pick<Request, 'reasons'>) => {
  const words = useInboxWords()
  const { finding } = useServerWords()
  if (reasons.length === 0) return null
  return (
    <ul className="reasons" aria-label={words.why}>
      {reasons.map(({ code, message, kind, path, line }, at) => (
        <li key={at}>
          <TriangleAlert className="i" aria-hidden="true" />
          <span dir="auto">
            {code === 'approval_required' ? words.approvalRequired : finding({ kind, reason: message })}
            {path === undefined ? null : (
              <>
                {' '}
                <FileLocation path={path} line={line} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
