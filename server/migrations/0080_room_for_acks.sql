-- What is sent is marked as sent, delivered and read. With room on its page that touches none of the indexes of messages.
alter table messages set (fillfactor = 85);
