import Boxes from 'lucide-react/icons/boxes'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import FlaskConical from 'lucide-react/icons/flask-conical'
import GitMerge from 'lucide-react/icons/git-merge'
import ListChecks from 'lucide-react/icons/list-checks'
import { getWorkspacePolicies } from '../../../../domains/code/projects/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useFirstWords } from '../../words/onboarding/index.ts'
import { useImportWords } from '../../words/import/index.ts'

const icons = [ListChecks, Boxes, FlaskConical, Fingerprint, GitMerge]

/** The decider about a change, by the policies in force. */
const useDecider = (): 'each' | 'shown' | 'proved' => {
  const policies = useLateReply(getWorkspacePolicies).data?.inForce
  if (policies === undefined || policies.requiresApproval.value) return 'each'
  return policies.review.shown.value === 'merge' ? 'shown' : 'proved'
}

/** The next steps of the change, and the same from a terminal. */
export const NextSteps = () => {
  const words = useFirstWords()
  const { command, copy } = useImportWords()
  return (
    <aside className="stage">
      <h2>{words.then}</h2>
      <ol className="rail">
        {[...words.steps, words.decides[useDecider()], words.merged].map(([title, text], at) => {
          const Icon = icons[at]!
          return (
            <li key={title}>
              <Icon className="i" aria-hidden="true" />
              <div>
                <b>{title}</b>
                <p>{text}</p>
              </div>
            </li>
          )
        })}
      </ol>
      <h2>{words.terminal}</h2>
      <div className="panel pad line">
        <code className="mono grow cut" title={command}>
          {command}
        </code>
        <CopyButton text={command} label={copy} />
      </div>
    </aside>
  )
}
