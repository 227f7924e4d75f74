import { Button } from '../../../parts/forms/button.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { useAuditWords } from '../../../words/audit/index.ts'

/** A secret that is shown once. It stays until the person confirms that it is stored. */
export const ShownOnce = ({ secret, onStored }: { readonly secret: string; readonly onStored: () => void }) => {
  const words = useAuditWords().webhooks
  return (
    <div className="panel pad stack-16" role="status">
      <p>{words.once}</p>
      <div className="line">
        <code className="command">{secret}</code>
        <CopyButton text={secret} label={words.copySecret} />
      </div>
      <div className="line">
        <Button variant="primary" onClick={onStored}>
          {words.stored}
        </Button>
      </div>
    </div>
  )
}
