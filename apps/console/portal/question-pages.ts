import './portal.css'
import './portal-frame.css'
import './pages.css'
import { BrokenPage } from './error-page.tsx'
import { loader as questionLoader, QuestionPage } from './pages/questions/question-page.tsx'

export const questionPages = {
  question: { Component: QuestionPage, loader: questionLoader, ErrorBoundary: BrokenPage },
}
