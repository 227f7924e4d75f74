import { useNavigate } from 'react-router'
import { getAiAsset } from '../../../../../domains/agents/assets/contract.ts'
import {
  deleteAiDocument,
  parseAiDocument,
  type getAiDocument,
} from '../../../../../domains/agents/parsing/contract.ts'
import { isBeingRead, isTriedAgain } from '../../../../../domains/agents/parsing/rules.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { paths } from '../../../paths.ts'
import { useDocumentWords } from '../../../words/documents/index.ts'

type Document = Reply<typeof getAiDocument>

/** Saves a document or its text, or deletes it. */
export const DocumentActions = ({ document }: { readonly document: Document }) => {
  const words = useDocumentWords()
  const navigate = useNavigate()
  // An address of the file is valid for a short time, so it is asked for only when the file is wanted.
  const address = useOperation(getAiAsset, { then: ({ url }) => location.assign(url) })
  return (
    <>
      <Button
        isPending={address.isPending}
        onClick={() => address.mutate({ params: { key: document.sourceKey }, query: {} })}
      >
        {words.original}
      </Button>
      <Refusal error={address.error} />
      {document.extractedUrl === null ? null : (
        <LinkButton href={document.extractedUrl} download>
          {words.wholeText}
        </LinkButton>
      )}
      {isBeingRead(document.status) ? null : (
        <ConfirmButton
          variant="plain"
          label={words.delete}
          operation={deleteAiDocument}
          input={{ params: { id: document.id } }}
          then={() => navigate(paths.documents)}
          title={words.deleteTitle(document.title)}
          verb={words.deleteVerb}
          keep
        >
          <p>{words.deleteText}</p>
        </ConfirmButton>
      )}
    </>
  )
}

/** The engine that may read a failed document; undefined if the same bytes fail the same way again. */
const nextEngine = ({ refusal, engine }: Document) => {
  if (refusal === 'needs_ocr' && engine === 'text') return 'ocr'
  return isTriedAgain(refusal) ? engine : undefined
}

/** Reads a failed document again, if that may help; the new document replaces it. */
export const ReadAgain = ({ document }: { readonly document: Document }) => {
  const words = useDocumentWords()
  const navigate = useNavigate()
  const remove = useOperation(deleteAiDocument)
  const { id, sourceKey, projectId, critical } = document
  const parse = useOperation(parseAiDocument, {
    then: async (read) => {
      await navigate(paths.document(read.id), { replace: true })
      remove.mutate({ params: { id } })
    },
  })
  const engine = nextEngine(document)
  if (document.status !== 'failed' || engine === undefined) return null
  const body = { source: { key: sourceKey }, engine, critical, ...(projectId !== null && { projectId }) }
  return (
    <>
      <Button isPending={parse.isPending} onClick={() => parse.mutate({ body })}>
        {engine === document.engine ? words.readAgain : words.recognize}
      </Button>
      <Refusal error={parse.error} />
    </>
  )
}
