import './portal.css'
import './portal-frame.css'
import './pages.css'
import { BrokenPage } from './error-page.tsx'
import { loader, QuestionPage } from './pages/questions/question-page.tsx'

/** The page of one question, to which letters lead. */
export const questionPages = { question: { Component: QuestionPage, loader, ErrorBoundary: BrokenPage } }
