import { refusals } from '@prosa/contracts/errors';
import { externalApi } from '@prosa/contracts/external-api';
import { fileExamples, showExamples, textExamples } from '@prosa/contracts/external-api-examples';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useMessages } from '../../platform/language/messages.ts';
import { Page } from '../../ui/page/Page.tsx';
import { Code, CodeTabs } from './CodeTabs.tsx';
import styles from './MessagesApi.module.css';
import { messagesApiMessages } from './messages-api.messages.ts';
import { TestForm } from './TestForm.tsx';

const errors = [
  'ERR_VALIDATION',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_INVALID_TOKEN',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_CONFLICT',
  'ERR_TOO_MANY_REQUESTS',
] as const;

/** What a company's own programs can send and how, with a form that does it. */
export function MessagesApiPage() {
  const text = useMessages(messagesApiMessages);
  return (
    <Page title={text('title')}>
      <div className={styles.columns}>
        <div className={styles.documentation}>
          <HowToUse />
          <Texts />
          <Files />
          <After />
          <Errors />
        </div>
        <TestForm />
      </div>
    </Page>
  );
}

/** As it is written in a program: the token is the reader's own. */
const example = () => ({ base: location.origin, token: 'SEU_TOKEN', number: '5511999998888' });
const sourcesOf = <L extends string>(examples: Record<L, (given: ReturnType<typeof example>) => string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries<(given: ReturnType<typeof example>) => string>(examples).map(([name, write]) => [name, write(example())]),
  );

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-labelledby={`api-${id}`}>
      <h2 id={`api-${id}`}>{title}</h2>
      {children}
    </section>
  );
}

function HowToUse() {
  const text = useMessages(messagesApiMessages);
  return (
    <Section id="how" title={text('how')}>
      <p>{text('about')}</p>
      <ul>
        <li>
          {text('howToken')} <Link href="/connections">{text('toConnections')}</Link>.
        </li>
        <li>{text('howNumber')}</li>
        <li>{text('howTicket')}</li>
        <li>{text('howKey')}</li>
      </ul>
    </Section>
  );
}

type Rows = readonly (readonly [name: string, meaning: string])[];

function Facts({ caption, head, rows }: { caption: string; head: readonly [string, string]; rows: Rows }) {
  return (
    <table className={styles.facts}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head[0]}</th>
          <th scope="col">{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, meaning]) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Call({ headers, rows }: { headers: string; rows: Rows }) {
  const text = useMessages(messagesApiMessages);
  const { method, path } = externalApi.send;
  return (
    <>
      <Code label={text('endpoint')} source={`${method} ${location.origin}${path}`} />
      <h3>{text('headers')}</h3>
      <Code label={text('headers')} source={`Authorization: Bearer SEU_TOKEN\nContent-Type: ${headers}\nIdempotency-Key: pedido-77`} />
      <Facts caption={text('fields')} head={[text('field'), text('meaning')]} rows={rows} />
    </>
  );
}

function Texts() {
  const text = useMessages(messagesApiMessages);
  const rows: Rows = [
    ['number', text('numberMeaning')],
    ['body', text('bodyMeaning')],
  ];
  return (
    <Section id="texts" title={text('texts')}>
      <Call headers="application/json" rows={rows} />
      <CodeTabs label={text('examples')} sources={sourcesOf(textExamples)} />
    </Section>
  );
}

function Files() {
  const text = useMessages(messagesApiMessages);
  const rows: Rows = [
    ['number', text('numberMeaning')],
    ['body', text('captionMeaning')],
    ['medias', text('mediasMeaning')],
  ];
  return (
    <Section id="files" title={text('files')}>
      <p>{text('filesAbout')}</p>
      <Call headers="multipart/form-data" rows={rows} />
      <CodeTabs label={text('examples')} sources={sourcesOf(fileExamples)} />
    </Section>
  );
}

function After() {
  const text = useMessages(messagesApiMessages);
  return (
    <Section id="after" title={text('after')}>
      <p>{text('afterAbout')}</p>
      <CodeTabs label={text('examples')} sources={sourcesOf(showExamples)} />
      <Code label={text('answer')} source={JSON.stringify({ id: 1234, ack: 2, failure: null })} />
    </Section>
  );
}

function Errors() {
  const text = useMessages(messagesApiMessages);
  return (
    <Section id="errors" title={text('errors')}>
      <p>{text('errorsAbout')}</p>
      <Facts
        caption={text('codes')}
        head={[text('code'), text('meaning')]}
        rows={errors.map((code) => [`${refusals[code]} ${code}`, text(code)])}
      />
      <p>
        {text('whole')} <a href="/docs">/docs</a>. {text('webhooks')} <Link href="/webhooks">webhooks</Link>.
      </p>
    </Section>
  );
}
