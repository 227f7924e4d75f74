import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { costOfAnswer, questionWithDocument, type ChatUsage } from '../../../../domains/agents/models/rules/chat.ts'
import type { listAiModels } from '../../../../domains/agents/models/contract.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { askModel } from './ask-model.ts'
import { textOfDocument } from './document-text.ts'

export type CallableModel = Reply<typeof listAiModels>['data'][number]

export interface TypedQuestion {
  readonly model: CallableModel
  readonly system: string
  readonly text: string
  /** The id of a parsed document; empty for none. */
  readonly documentId: string
  readonly isStreamed: boolean
}

/** How a question was answered. */
export interface Outcome {
  readonly model: string
  readonly usage: ChatUsage | undefined
  readonly costUsd: number | null
  readonly tookMs: number
  readonly isStopped: boolean
  readonly isDocumentCut: boolean
}

/** Asks a model, one question at a time; leaving the page stops it. */
export const useAsk = (workspaceId: string) => {
  const [text, setText] = useState('')
  const [isStoppable, setStoppable] = useState(false)
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  const ask = useMutation<Outcome, Error, TypedQuestion>({
    mutationFn: async ({ model, system, text: typed, documentId, isStreamed }) => {
      const stopping = new AbortController()
      current.current = stopping
      setText('')
      setStoppable(isStreamed)
      const began = performance.now()
      const document = documentId === '' ? undefined : await textOfDocument(documentId)
      const answer = await askModel({
        workspaceId,
        question: {
          model: model.id,
          system: system.trim() === '' ? undefined : system,
          text: document ? questionWithDocument(crypto.randomUUID(), document.text, typed) : typed,
          isStreamed,
        },
        signal: stopping.signal,
        onText: setText,
      })
      setText(answer.text)
      return {
        model: model.id,
        usage: answer.usage,
        costUsd: costOfAnswer(model, answer.usage),
        tookMs: performance.now() - began,
        isStopped: stopping.signal.aborted,
        isDocumentCut: document?.isCut ?? false,
      }
    },
  })
  return {
    text,
    send: ask.mutate,
    stop: isStoppable && ask.isPending ? () => current.current?.abort() : undefined,
    isPending: ask.isPending,
    error: ask.error,
    outcome: ask.data,
  }
}
