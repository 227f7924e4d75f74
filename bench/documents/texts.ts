import type { Block } from './score.ts'

/** A text of our own in one language, in the order of reading. */
export interface Text {
  /** Its subtag in HTML, and its language of tesseract. */
  readonly language: string
  readonly ocr: string
  readonly isRightToLeft?: boolean
  readonly blocks: readonly Block[]
}

const heading = (text: string): Block => ({ kind: 'heading', text })
const text = (content: string): Block => ({ kind: 'text', text: content })
const item = (content: string): Block => ({ kind: 'item', text: content })

export const english: Text = {
  language: 'en',
  ocr: 'eng',
  blocks: [
    heading('Brief for a library catalogue'),
    text(
      'The town library lends 42,000 books, maps and records from three houses. Readers look for them in a card index and in two lists that no longer agree. They should find each item by its title, its author or its subject, and see at once in which house it is and when it is due.',
    ),
    heading('What readers do'),
    item('search by title, author, subject and shelf mark'),
    item('reserve an item that is lent, and hear by mail when it is back'),
    item('extend a loan twice, for 21 days each'),
    text(
      'Librarians take in new items with a scanner. A record that was found elsewhere is copied and can be corrected; the person and the date of each change are stored. Overdue items cost £0.20 a day, at most £6.00 for one item, and nothing for readers under 16.',
    ),
    heading('What we deliver'),
    text(
      'A first version is ready on 15 March 2027 in the smallest house. The old lists stay readable until every record was compared. Questions go to catalogue@example.org or to extension 4178.',
    ),
  ],
}

export const german: Text = {
  language: 'de',
  ocr: 'deu',
  blocks: [
    heading('Angebot für eine Übersicht der Gärten'),
    text(
      'Der Verein verpachtet 318 Gärten auf vier Geländen. Flächen, Zähler und Verträge stehen in Ordnern, die nur im Büro gelesen werden können. Künftig sehen Mitglieder ihre Rechnungen und Zählerstände selbst, und der Vorstand erkennt, welche Fläche frei wird.',
    ),
    heading('Umfang'),
    item('Verträge mit Größe, Pächter und Kündigungsfrist'),
    item('Zählerstände für Wasser und Strom, mit Foto'),
    item('Rechnungen über Pacht und Verbrauch, jährlich zum 30. Juni'),
    text(
      'Die Übernahme der Ordner dauert höchstens zwölf Arbeitstage. Was unleserlich ist, wird gekennzeichnet und nicht geraten. Für Straßenreinigung und Müllabfuhr gelten die Sätze der Gemeinde; sie ändern sich häufig und werden deshalb nicht fest eingebaut.',
    ),
  ],
}

export const greek: Text = {
  language: 'el',
  ocr: 'ell',
  blocks: [
    heading('Πρόταση για το λιμάνι'),
    text(
      'Το μικρό λιμάνι δέχεται κάθε καλοκαίρι περισσότερα από διακόσια σκάφη. Οι θέσεις γράφονται σε ένα τετράδιο και συχνά δίνονται δύο φορές. Ζητάμε μια σελίδα όπου ο καπετάνιος βλέπει τις ελεύθερες θέσεις, κρατάει μία και πληρώνει πριν φτάσει.',
    ),
    text(
      'Ο λιμενάρχης αλλάζει τις τιμές κάθε άνοιξη. Τα σκάφη του χωριού πληρώνουν τα μισά. Όταν φυσάει δυνατός άνεμος, το λιμάνι κλείνει και όλοι όσοι έχουν κράτηση παίρνουν αμέσως μήνυμα. Η πρώτη έκδοση πρέπει να είναι έτοιμη στις 20 Μαΐου 2027.',
    ),
  ],
}

export const russian: Text = {
  language: 'ru',
  ocr: 'rus',
  blocks: [
    heading('Задание на расписание музея'),
    text(
      'Музей принимает школьные группы каждый день, кроме понедельника. Сейчас запись ведут по телефону, и две группы иногда приходят в один час. Учитель должен видеть свободное время, выбрать тему экскурсии и сразу получить подтверждение.',
    ),
    text(
      'Экскурсовод отмечает в календаре, когда он занят. Если занятие отменяется, школа узнаёт об этом не позднее чем за три дня. Плата зависит от возраста: до семи лет вход свободный, старшие платят 150 рублей. Первая версия нужна к 1 сентября 2027 года.',
    ),
  ],
}

export const hebrew: Text = {
  language: 'he',
  ocr: 'heb',
  isRightToLeft: true,
  blocks: [
    heading('הצעה לבית הספר למוזיקה'),
    text(
      'בבית הספר לומדים תשעים תלמידים אצל שבעה מורים. השיעורים רשומים על לוח במסדרון, וכאשר מורה חולה אין דרך להודיע לכולם בזמן. אנו מבקשים מערכת שבה כל הורה רואה את השיעור הבא ומקבל הודעה על כל שינוי.',
    ),
    text(
      'המורה קובע אילו שעות פנויות אצלו, והמשרד רושם את התשלום בסוף כל חודש. מי שמבטל יום לפני השיעור אינו משלם. כלי נגינה אפשר לשאול לשנה אחת. הגרסה הראשונה תהיה מוכנה לפני תחילת הלימודים.',
    ),
  ],
}

export const arabic: Text = {
  language: 'ar',
  ocr: 'ara',
  isRightToLeft: true,
  blocks: [
    heading('طلب موقع لسوق القرية'),
    text(
      'يبيع المزارعون في السوق الخضار والفواكه كل صباح. لا يعرف الزبائن ماذا سيجدون قبل أن يصلوا، ويعود كثير منهم دون أن يشتروا شيئا. نريد موقعا يكتب فيه كل بائع ما عنده اليوم وكم ثمنه.',
    ),
    text(
      'يستطيع الزبون أن يحجز ما يريد حتى الساعة التاسعة، ثم يدفع عند الاستلام. إذا نفد شيء فإن البائع يخبر من حجزه. يجب أن يعمل الموقع جيدا على الهاتف، لأن أكثر الناس هنا ليس عندهم حاسوب.',
    ),
  ],
}

export const japanese: Text = {
  language: 'ja',
  ocr: 'jpn',
  blocks: [
    heading('温泉旅館の予約について'),
    text(
      '当館には十二の部屋があり、予約は電話と紙の台帳で受けています。同じ部屋を二人のお客様に約束してしまうことがあり、春と秋にはとても困ります。空いている部屋を地図のように見せる予約のページを作ってください。',
    ),
    text(
      'お客様は日にちと人数を選び、夕食の時間を決めます。食べられない物があれば、そこに書くことができます。前の日までに取り消した場合、料金はかかりません。雪で道が閉じたときは、予約した全員にすぐ知らせます。最初の版は三月に必要です。',
    ),
  ],
}

export const chinese: Text = {
  language: 'zh-Hans',
  ocr: 'chi_sim',
  blocks: [
    heading('茶叶商店网站说明'),
    text(
      '我们的商店在山里种茶,每年春天采摘两次。顾客常常来信询问今年的新茶什么时候可以买到,价格是多少。我们希望有一个网站,写明每一种茶叶的产地、采摘的日期和味道,并且可以直接订购。',
    ),
    text(
      '订单在两天之内寄出。如果茶叶卖完了,网站应该马上说明,不要再收钱。老顾客可以保存自己的地址,并看到以前买过什么。店主每天晚上用手机查看新的订单。第一个版本应该在四月以前完成。',
    ),
  ],
}

/** Sentences for articles in columns, without a list. */
export const articleBlocks: readonly Block[] = [
  heading('How the mill learned to wait'),
  text(
    'The mill stands below a weir that was built in 1783. For two hundred years its wheel turned whenever there was grain, and the river had to follow. In dry summers the miller opened the gate early, and the villages downstream complained that their wells ran low before noon.',
  ),
  text(
    'A student measured the level every ten minutes for a year. She found that the wheel needed only a third of the water when it began two hours later, because the upper pond had filled by then. The miller had not noticed, since the gate was opened by habit and not by the gauge.',
  ),
  text(
    'The new gate is moved by a small motor. It reads the gauge, the forecast and the list of orders, and proposes a time. The miller may always say no, and then the gate stays as it is. His reasons are written down, and after some months the proposals became better.',
  ),
  text(
    'Last August the wells stayed full. The mill ground as much flour as the year before, in fewer hours. Visitors ask where the computer is; the miller points at the river and says that it was there first. The drawings of the gate hang in the hall and may be copied by anyone.',
  ),
]
