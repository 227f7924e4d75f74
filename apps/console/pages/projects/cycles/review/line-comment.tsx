import { addLineComment, deleteLineComment } from '../../../../../../domains/delivery/line-comments/contract.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { useAges } from '../../../../format.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { DraftField } from '../../../../parts/forms/draft-field.tsx'
import { Form } from '../../../../parts/forms/form.tsx'
import { FormFoot } from '../../../../parts/forms/form-foot.tsx'
import { initials } from '../../../../parts/text/initials.ts'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { useForm } from '../../../../parts/forms/use-form.ts'
import { useInboxWords } from '../../../../words/inbox/index.ts'
import { useReviewWords } from '../../../../words/review/index.ts'
import { lineTextMost, type LineComment } from './line-refs.ts'
import { lineRefKey, type LineRef } from './diff-rows.ts'
import './line-comment.css'

/** A person's comment at a line. A draft can be deleted; a sent comment stays, even if its line no longer exists. */
export const Comment = ({ comment, isOutdated }: { readonly comment: LineComment; readonly isOutdated: boolean }) => {
  const words = useReviewWords()
  const { agoInWords } = useAges()
  const { id, taskId, path, line, lineText, body, authorName, isDraft, createdAt } = comment
  const remove = useOperation(deleteLineComment)
  return (
    <div className="thread" data-mark tabIndex={-1}>
      <div className="say">
        <div className="line wrap">
          <span className="avatar" aria-hidden="true">
            {initials(authorName ?? '?')}
          </span>
          <b dir="auto">{authorName ?? words.somebody}</b>
          <span className="quiet">{isDraft ? words.notSent : agoInWords(createdAt)}</span>
          {isOutdated ? <span className="tag">{words.outdated}</span> : null}
          <span className="grow" />
          {isDraft ? (
            <Button
              variant="plain"
              size="small"
              isPending={remove.isPending}
              onClick={() => remove.mutate({ params: { id: taskId, commentId: id } })}
            >
              {words.deleteDraft}
            </Button>
          ) : null}
        </div>
        {isOutdated ? (
          <p className="quiet mono">
            {path}:{line} {lineText}
          </p>
        ) : null}
        <p dir="auto">{body}</p>
        <Refusal error={remove.error} />
      </div>
    </div>
  )
}

export interface CommentDraft {
  readonly path: string
  readonly place: LineRef
  readonly text: string
}

/** The form for a comment at a line. */
export const WriteComment = ({
  taskId,
  writing: { path, place, text },
  onClose,
}: {
  readonly taskId: string
  readonly writing: CommentDraft
  readonly onClose: () => void
}) => {
  const { missing } = useInboxWords()
  const review = useReviewWords()
  const form = useForm(addLineComment, {
    name: `line.${taskId}.${path}.${lineRefKey(place)}`,
    input: { params: { id: taskId } },
    saved: { body: '' },
    missing,
    body: ({ body }) => ({ path, ...place, lineText: text.slice(0, lineTextMost), body }),
    then: onClose,
  })
  return (
    <Form className="thread write" error={form.error} onSubmit={form.submit}>
      <DraftField
        draft={form}
        field="body"
        label={review.writeAt(place.line)}
        hint={review.writeHint}
        isLong
        rows={3}
        // The person opened this field a moment ago.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <FormFoot size="small" of={form} verb={review.keepDraft} onCancel={onClose} />
    </Form>
  )
}
