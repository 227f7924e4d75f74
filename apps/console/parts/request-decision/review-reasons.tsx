import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useInboxWords } from '../../words/inbox/index.ts'
import { FileLocation } from '../files/file-location.tsx'
import { FindingText } from '../finding/finding-text.tsx'
import type { Request } from './use-request-decision.ts'

/** The reasons of a question, one line each, with the place in the change. */
export const Reasons = ({ reasons }: Pick<Request, 'reasons'>) => {
  const words = useInboxWords()
  if (reasons.length === 0) return null
  return (
    <ul className="reasons" aria-label={words.why}>
      {reasons.map(({ code, message, kind, path, line }, at) => (
        <li key={at}>
          {code === 'approval_required' ? (
            <span className="quiet">{words.approvalRequired}</span>
          ) : (
            <>
              <TriangleAlert className="i" aria-hidden="true" />
              <FindingText kind={kind} reason={message} place={<Place path={path} line={line} />} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

const Place = ({ path, line }: Pick<Request['reasons'][number], 'path' | 'line'>) =>
  path === undefined ? null : (
    <>
      {' '}
      <FileLocation path={path} line={line} />
    </>
  )
