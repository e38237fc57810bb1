// The error body of a file that is asked for with conditions it does not meet. Handed to send-file.ts by its routes.
import { AppError } from './errors.ts';

export function fileRefusal(status: 412 | 416, requestId: string): { contentType: string; body: string } {
  const error =
    status === 416
      ? new AppError('range_not_satisfiable', 'The requested range is not in this file')
      : new AppError('precondition_failed', 'The file is not the one the request asks for');
  const body = JSON.stringify({ message: error.message, code: error.code, requestId });
  return { contentType: 'application/json; charset=utf-8', body };
}
