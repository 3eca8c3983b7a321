import { type CampaignVariable, variableKey } from '@prosa/contracts/campaigns';
import { useState } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TrashIcon } from '../../ui/icons/icons.tsx';
import styles from './CampaignsConfig.module.css';
import { configMessages } from './campaigns-config.messages.ts';

type VariablesProps = { variables: CampaignVariable[]; onChange: (variables: CampaignVariable[]) => void };

/** The company's own keys, which stand for a text in every campaign. */
export function Variables({ variables, onChange }: VariablesProps) {
  const text = useMessages(configMessages);
  const common = useMessages(commonMessages);
  const [typed, setTyped] = useState({ key: '', value: '' });
  const [error, setError] = useState<string>();
  const add = () => {
    const key = typed.key.trim().replace(/^\{|\}$/g, '');
    const checked = variableKey.safeParse(key);
    const isThere = variables.some((variable) => variable.key === key);
    setError(isThere ? text('alreadyThere') : (checked.error?.issues[0]?.message ?? undefined));
    if (isThere || !checked.success) return;
    onChange([...variables, { key, value: typed.value }]);
    setTyped({ key: '', value: '' });
  };
  return (
    <>
      <form
        className={styles.adding}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          label={text('key')}
          autoComplete="off"
          maxLength={34}
          value={typed.key}
          error={error === 'invalidKey' ? text('invalidKey') : error}
          onChange={(key) => setTyped({ ...typed, key })}
        />
        <TextField
          label={text('value')}
          autoComplete="off"
          maxLength={1000}
          value={typed.value}
          onChange={(value) => setTyped({ ...typed, value })}
        />
        <Button type="submit">{common('add')}</Button>
      </form>
      {variables.length > 0 && <VariableTable {...{ variables, onChange }} />}
      <p className={styles.hint}>{text('variablesHint')}</p>
    </>
  );
}

function VariableTable({ variables, onChange }: VariablesProps) {
  const text = useMessages(configMessages);
  const common = useMessages(commonMessages);
  return (
    <table className={styles.variables}>
      <thead>
        <tr>
          <th scope="col">{text('key')}</th>
          <th scope="col">{text('value')}</th>
          <th scope="col">{common('actions')}</th>
        </tr>
      </thead>
      <tbody>
        {variables.map(({ key, value }) => (
          <tr key={key}>
            <td>
              <code>{`{${key}}`}</code>
            </td>
            <td>{value}</td>
            <td>
              <IconButton
                label={text('removeVariable', { key })}
                onClick={() => onChange(variables.filter((variable) => variable.key !== key))}
              >
                <TrashIcon />
              </IconButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
