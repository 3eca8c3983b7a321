// A reporter for vitest: how many errors came from outside of any test. Its JSON report does not tell.
import { writeFileSync } from 'node:fs';

export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    writeFileSync(process.env.UNHANDLED_ERRORS_FILE, String(errors.length));
  }
}
