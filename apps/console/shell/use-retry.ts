import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { connection } from '../api/connection.ts'
import { isPassing, MissingCodeError } from '../api/unreached.ts'
import { nextTry } from './next-try.ts'

const reloadedKey = 'atelier.reloaded-at'
const reloadedMsAgo = () => Date.now() - Number(sessionStorage.getItem(reloadedKey) ?? 0)

const reload = () => {
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  location.reload()
}

/** Reads a page again that could not be shown; automatically once the server is reached, if that can help. */
export const useRetry = (error: unknown): (() => void) => {
  const { reset } = useQueryErrorResetBoundary()
  const navigate = useNavigate()
  const location = useLocation()
  const tries = useRef(0)
  const retry = () => {
    reset()
    // The router keeps the error of a page over a reading that ends at once, and forgets it with a new location.
    void navigate(location, { replace: true, state: location.state as unknown, preventScrollReset: true })
  }
  const retryItself = useEffectEvent(() => {
    tries.current += 1
    retry()
  })
  useEffect(() => {
    const next = nextTry({
      tries: tries.current,
      isPassing: isPassing(error),
      isCodeMissing: error instanceof MissingCodeError,
      reloadedMsAgo: reloadedMsAgo(),
    })
    if (next.is === 'none') return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const tryNow = () => (next.is === 'reload' ? reload() : retryItself())
    const tryLater = () => {
      timer = setTimeout(tryNow, next.is === 'retry' ? next.pauseMs : 0)
    }
    if (connection.isReached()) tryLater()
    const forget = connection.onBack(tryLater)
    return () => {
      clearTimeout(timer)
      forget()
    }
  }, [error])
  return retry
}
