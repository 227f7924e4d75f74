import Boxes from 'lucide-react/icons/boxes'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import FlaskConical from 'lucide-react/icons/flask-conical'
import GitMerge from 'lucide-react/icons/git-merge'
import ListChecks from 'lucide-react/icons/list-checks'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useFirstWords } from '../../words/onboarding/index.ts'
import { useImportWords } from '../../words/import/index.ts'

const icons = [ListChecks, Boxes, FlaskConical, Fingerprint, GitMerge]

/** The next steps of the change, and the same from a terminal. */
export const NextSteps = () => {
  const words = useFirstWords()
  const { command, copy } = useImportWords()
  return (
    <aside className="stage">
      <h2>{words.then}</h2>
      <ol className="rail">
        {words.steps.map(([title, text], at) => {
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
